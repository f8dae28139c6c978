// Once with every picture that the screen draws: for what must follow things that scroll, fly and grow.

/** Calls `follow` now and with every picture from then on, until what is returned is called. */
export function everyFrame(follow: () => void): () => void {
  let frame = 0;
  const next = (): void => {
    follow();
    frame = requestAnimationFrame(next);
  };
  next();
  return () => cancelAnimationFrame(frame);
}
