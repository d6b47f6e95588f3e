import type { CauseRule } from './cause-rule';

/** The agent's program noticed it too and asked for visible output. */
export const harnessSaysEmpty: CauseRule = {
  code: 'harness-says-empty',
  label: 'The agent’s program says that it was empty',
  find({ proof, message }) {
    if (proof === null) return null;
    const text = 'The program itself asked again because there was no visible output.';
    return { confidence: 'certain', text, messages: [message.number, proof.number] };
  },
};
