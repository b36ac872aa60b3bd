/** Converts a rendered view of a model into a file for a message. */
export const viewFile = (picture: Blob, name: string): File =>
  new File([picture], `${name}.png`, { type: picture.type })
