import type { PanelWords } from '../../shared/protocol';
import type { Change } from '../../core/findings/findings';
import type { Words } from '../../core/reading/words';
import type { FindingWords } from '../l10n/finding-words';

/** Every word of the panel, in the person's language; `{0}` and so on stand for values. */
export interface PanelTexts extends FindingWords {
  readonly reading: Words;
  readonly webview: PanelWords;
  readonly flagOf: string;
  readonly noFlags: string;
  readonly message: string;
  readonly incidentOf: string;
  readonly byProgram: string;
  readonly failed: string;
  readonly files: string;
  readonly incidentTitle: string;
  readonly contradicts: string;
  readonly attempts: string;
  readonly elapsed: string;
  readonly tokensRespent: string;
  readonly elapsedNotRecorded: string;
  readonly tokensNotRecorded: string;
  readonly changes: Readonly<Record<Change['kind'], string>>;
  readonly unknownCause: string;
  readonly notRecorded: string;
  readonly tokens: string;
  readonly tokensReasoning: string;
  readonly tokensCached: string;
  readonly took: string;
  readonly stopped: string;
  readonly nothing: string;
  readonly noResponse: string;
  readonly blank: string;
  readonly hidden: string;
  readonly reasoning: string;
  readonly unfinished: string;
  readonly leftOut: string;
  readonly moreValues: string;
  readonly moreFiles: string;
}
