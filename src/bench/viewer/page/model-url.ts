export const modelUrl = new URLSearchParams(location.search).get('model') ?? ''
