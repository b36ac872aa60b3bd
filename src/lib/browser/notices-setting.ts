import { createBrowserSetting, createSwitchFormat } from './browser-setting.ts'
import { browserStorage } from './browser-storage.ts'

/** Key of the former setting of the studio. */
const studioKey = 'bozzetto.studio.notifications'

/**
 * Browser setting: whether the system shows a notice when an answer or a 3D model is ready while no
 * page is visible.
 */
export const noticesSetting = createBrowserSetting({
  key: 'bozzetto.chat.notices',
  fallback: browserStorage.getItem(studioKey) === 'on',
  ...createSwitchFormat('on', 'off'),
})
