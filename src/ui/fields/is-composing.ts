/**
 * Returns whether an input method (such as for Japanese) handles the key. Safari reports the Enter
 * that ends the input too late, but with key code 229.
 */
export const isComposing = ({ isComposing: composes, keyCode }: KeyboardEvent): boolean =>
  composes || keyCode === 229
