import type { LimitState } from '#contract/spending.ts'
import { t } from '#languages/settings.ts'

export const titleAnyLimit = ({ scope, subject = '', name }: LimitState): string =>
  ({
    server: t('The whole server'),
    everyone: t('Each person'),
    person: name ?? t('Deleted person'),
    team: t('Team {name}', { name: name ?? t('that was deleted') }),
    key: `API key ${name ?? 'that was deleted'}`,
    model: subject,
  })[scope]

export const titleOwnLimit = ({ scope, subject = '', name }: LimitState): string =>
  ({
    server: t('The whole server, everyone together'),
    everyone: t('You'),
    person: t('You'),
    team: t('Team {name}, everyone in it together', { name: name ?? '' }),
    key: 'API key',
    model: t('{subject}, everyone together', { subject }),
  })[scope]
