/** Query param of the models page. It shows one connection where the list would be. */
export const connectionParam = 'connection'

export const toConnectionAddress = (id: string): string =>
  `/settings/models?${new URLSearchParams({ [connectionParam]: id }).toString()}`
