export const Reference = () => null
