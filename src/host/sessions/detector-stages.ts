import { EventEmitter, workspace, type Event, type LogOutputChannel } from 'vscode';
import { stagesFrom, type Stages } from '../../core/findings/stages';
import { disposables, type Disposable } from '../lifecycle';

/** The setting `agentSessionReview.detectors`. */
export interface DetectorStages extends Disposable {
  readonly current: Stages;
  readonly onDidChange: Event<void>;
}

/** Follows the setting; what is wrong in it is logged and ignored. */
export function createDetectorStages(log: LogOutputChannel): DetectorStages {
  const own = disposables();
  const changed = own.add(new EventEmitter<void>());
  const read = () => {
    const { stages, problems } = stagesFrom(
      workspace.getConfiguration('agentSessionReview').get<unknown>('detectors'),
    );
    for (const problem of problems) {
      log.warn(`Setting agentSessionReview.detectors: ${problem} Correct it in the settings.`);
    }
    return stages;
  };
  let current = read();
  own.add(
    workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration('agentSessionReview.detectors')) return;
      current = read();
      changed.fire();
    }),
  );
  return {
    get current() {
      return current;
    },
    onDidChange: changed.event,
    dispose: own.dispose,
  };
}
