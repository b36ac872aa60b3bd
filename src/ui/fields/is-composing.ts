/**
 * Returns whether an input method (such as for Japanese) handles the key. Safari marks the Enter
 * that ends the input only by key code 229.
 */
export const isComposing = ({ isComposing: composes, keyCode }: KeyboardEvent): boolean =>
  composes || keyCode === 229
