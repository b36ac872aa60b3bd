export const toggleListItem = (list: readonly string[], name: string): string[] =>
  list.includes(name) ? list.filter((one) => one !== name) : [...list, name]
