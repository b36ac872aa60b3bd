/** Address of a download, for links. */
export const ownDataUrl = '/api/own-data'
