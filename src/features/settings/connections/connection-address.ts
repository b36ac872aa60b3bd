/**
 * Query param of the models page: the id of a connection. The page then shows this connection
 * instead of the list.
 */
export const connectionParam = 'connection'

export const toConnectionAddress = (id: string): string =>
  `/settings/models?${new URLSearchParams({ [connectionParam]: id }).toString()}`
