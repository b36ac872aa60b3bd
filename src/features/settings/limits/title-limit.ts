import type { LimitState } from '#contract/spending.ts'
import { t } from '#languages/settings.ts'

export const titleAnyLimit = ({ scope, subject = '', name }: LimitState): string =>
  ({
    server: t('The whole server'),
    everyone: t('Each person'),
    person: name ?? t('Deleted person'),
    team: t('Team {name}', { name: name ?? t('that was deleted') }),
    key: t('API key {name}', { name: name ?? t('that was deleted') }),
    model: subject,
  })[scope]

export const titleOwnLimit = ({ scope, subject = '', name }: LimitState): string =>
  ({
    server: t('The whole server, everyone together'),
    everyone: t('You // whose limit it is'),
    person: t('You // whose limit it is'),
    team: t('Team {name}, everyone in it together', { name: name ?? '' }),
    key: t('API key'),
    model: t('{subject}, everyone together', { subject }),
  })[scope]
