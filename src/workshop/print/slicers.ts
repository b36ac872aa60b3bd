import { createBrowserSetting } from '#lib/browser/browser-setting.ts'
import { t } from '#languages/viewer.ts'

export type Slicer = {
  id: string
  name: string
  /**
   * Returns the address that starts the slicer with the file at `url`. Absent if the slicer opens
   * only files from its own sites.
   */
  toLink?: (url: string, isMac: boolean) => string
}

const withScheme = (scheme: string) => (url: string) =>
  `${scheme}://open?file=${encodeURIComponent(url)}`

export const slicers: readonly Slicer[] = [
  {
    id: 'bambu-studio',
    name: t('Bambu Studio'),
    // On macOS, the scheme `bambustudio` does not open files.
    toLink: (url, isMac) =>
      isMac ? `bambustudioopen://${encodeURIComponent(url)}` : withScheme('bambustudio')(url),
  },
  { id: 'orcaslicer', name: 'OrcaSlicer', toLink: withScheme('orcaslicer') },
  { id: 'prusaslicer', name: 'PrusaSlicer' },
  { id: 'cura', name: 'Cura', toLink: withScheme('cura') },
  { id: 'creality-print', name: t('Creality Print'), toLink: withScheme('crealityprintlink') },
  { id: 'elegoo-slicer', name: 'ElegooSlicer', toLink: withScheme('elegooslicer') },
  {
    id: 'snapmaker-orca',
    name: t('Snapmaker Orca'),
    toLink: (url) => {
      const name = encodeURIComponent(url.split('/').at(-1) ?? '')
      return `${withScheme('snapmaker-orca')(url)}&name=${name}`
    },
  },
]

export const findSlicer = (id: string): Slicer | undefined => slicers.find((one) => one.id === id)

/** Id of the slicer that this browser used last, or an empty text. */
export const usedSlicer = createBrowserSetting<string>({
  key: 'bozzetto.slicer',
  fallback: '',
  parse: (text) => findSlicer(text)?.id ?? '',
  format: (id) => id,
})
