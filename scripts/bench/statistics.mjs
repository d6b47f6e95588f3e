const sorted = (values) => [...values].sort((a, b) => a - b);

/** The value at this share (0 to 1) of the sorted values, between two of them where it falls there. */
function quantile(values, share) {
  const ordered = sorted(values);
  const at = (ordered.length - 1) * share;
  const low = ordered[Math.floor(at)];
  const high = ordered[Math.ceil(at)];
  return low + (high - low) * (at - Math.floor(at));
}

export const median = (values) => quantile(values, 0.5);

/** How far the middle half of the values lies apart, as a share of their median. */
export const spread = (values) =>
  (quantile(values, 0.75) - quantile(values, 0.25)) / median(values);
