export const ownDataUrl = '/api/own-data'
