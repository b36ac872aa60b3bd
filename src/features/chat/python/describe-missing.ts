import { joinWithCommas } from '#lib/format.ts'
import { t } from '#languages/app.ts'

export const describeMissing = (names: readonly string[]): string =>
  names.length === 1
    ? t(
        'The package {names} is not on this server. An admin can add it in Settings › Server settings › Python packages.',
        { names: names[0] ?? '' },
      )
    : t(
        'The packages {names} are not on this server. An admin can add them in Settings › Server settings › Python packages.',
        { names: joinWithCommas(names) },
      )
