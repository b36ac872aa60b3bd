/** Param schema of a picture that must be given. */
export const pictureSlot = { type: 'object', properties: { file_token: {}, url: {} } }

/** Param schema of a picture that may be left out. */
export const optionalPictureSlot = {
  anyOf: [pictureSlot, { type: 'object', maxProperties: 0 }],
}
