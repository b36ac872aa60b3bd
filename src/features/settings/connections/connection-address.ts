/** Query parameter of the models page that shows one connection instead of the list. */
export const connectionParam = 'connection'

export const toConnectionAddress = (id: string): string =>
  `/settings/models?${new URLSearchParams({ [connectionParam]: id }).toString()}`
