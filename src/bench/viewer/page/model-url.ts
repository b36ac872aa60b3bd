/** Address of the model to show. */
export const modelUrl = new URLSearchParams(location.search).get('model') ?? ''
