import { language } from '#lib/language/translate.ts'
import { useQuery } from '@tanstack/react-query'
import { foundServicesQuery } from '#queries/connections.ts'
import { t } from '#languages/app.ts'

export function FoundServicesHint() {
  const { data } = useQuery(foundServicesQuery())
  const names = [...new Set(data?.found.map(({ name }) => name))]
  return names.length > 0
    ? t('{names} {namesCount, plural, one {runs} other {run}} on this machine.', {
        names: new Intl.ListFormat(language).format(names),
        namesCount: names.length,
      })
    : null
}
