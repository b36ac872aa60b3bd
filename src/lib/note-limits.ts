export const notesMax = 50
/** Maximum length of a note, in UTF-16 units. */
export const noteLengthMax = 200
