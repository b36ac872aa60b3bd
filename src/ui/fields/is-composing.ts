/**
 * Returns whether a key belongs to an input method during composition. Safari ends the composition
 * before it reports the Enter that ended it, but with key code 229.
 */
export const isComposing = ({ isComposing: composes, keyCode }: KeyboardEvent): boolean =>
  composes || keyCode === 229
