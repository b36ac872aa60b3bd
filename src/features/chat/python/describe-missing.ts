export const describeMissing = (names: readonly string[]): string =>
  names.length === 1
    ? `The package ${names[0] ?? ''} is not on this server. An admin can add it in Settings › Server settings › Python packages.`
    : `The packages ${names.join(', ')} are not on this server. An admin can add them in Settings › Server settings › Python packages.`
