/** A view of a model as a file of a message. */
export const viewFile = (picture: Blob, name: string): File =>
  new File([picture], `${name}.png`, { type: picture.type })
