import type { AccessState } from '#contract/access/access.ts'
import { toViewer } from '../layout/page-props.ts'
import { findSettings, getSettingsPages, type FoundSetting } from './page-list.tsx'

const shownMax = 6

export const findSettingsFor = (access: AccessState | undefined, query: string): FoundSetting[] =>
  access ? findSettings(getSettingsPages(toViewer(access)), query).slice(0, shownMax) : []
