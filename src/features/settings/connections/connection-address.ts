/** Query param of the models page. Its value is the id of the connection to show. */
export const connectionParam = 'connection'

export const toConnectionAddress = (id: string): string =>
  `/settings/models?${new URLSearchParams({ [connectionParam]: id }).toString()}`
