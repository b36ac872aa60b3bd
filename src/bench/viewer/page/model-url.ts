/** The model that this page was asked to show. */
export const modelUrl = new URLSearchParams(location.search).get('model') ?? ''
