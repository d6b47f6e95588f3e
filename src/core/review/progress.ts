import type { Findings, Incident } from '../findings/findings';
import type { Marks } from './marks';

/** The message that an incident's state and labels stand on: its first empty response. */
export const incidentNumber = ({ empties }: Incident): number => empties[0] ?? 0;

/** The incident that a message belongs to: one of its empty responses, correctives, or what it recovered by. */
export function incidentAt({ incidents }: Findings, number: number): Incident | null {
  return (
    incidents.find(({ empties, correctives }) => [...empties, ...correctives].includes(number)) ??
    incidents.find(({ recoveredBy }) => recoveredBy === number) ??
    null
  );
}

/** Whether anybody has reviewed an incident. */
export const isReviewed = (incident: Incident, marks: Marks): boolean =>
  (marks.get(incidentNumber(incident))?.reviewed.length ?? 0) > 0;

/** Numbers of the incidents that nobody has reviewed, ascending. */
export function unreviewed({ incidents }: Findings, marks: Marks): readonly number[] {
  return incidents
    .filter((incident) => !isReviewed(incident, marks))
    .map(incidentNumber)
    .sort((a, b) => a - b);
}
