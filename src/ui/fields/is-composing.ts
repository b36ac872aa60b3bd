/**
 * Whether a key belongs to an input method that is putting a word together. Safari ends the
 * composition before it reports the Enter that ended it; that Enter still has key code 229.
 */
export const isComposing = ({ isComposing: composes, keyCode }: KeyboardEvent): boolean =>
  composes || keyCode === 229
