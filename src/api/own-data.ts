/** Download address of everything a person owns. */
export const ownDataUrl = '/api/own-data'
