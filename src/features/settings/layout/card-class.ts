export const cardClass = 'card divide-y divide-line overflow-hidden'
