/** A value or model that a 3D service rejects from a date on. */
export type Retirement = {
  /** The kind of service, as in `ProviderKind.id`. */
  service: string
  /** The param that has the value. If absent, `value` is the service's id of a model. */
  field?: string
  value: string
  /** The first day on which the service rejects it, such as `2026-10-10`. */
  on: string
  use?: string
  /** Values of other params that the replacement needs. */
  also?: Readonly<Record<string, unknown>>
}

const tripoVersion = (value: string, on: string): Retirement[] =>
  // v2, and gateways with its names, call the field `model_version`.
  ['model', 'model_version'].map((field) => ({
    service: 'tripo',
    field,
    value,
    on,
    use: 'v3.1-20260211',
  }))

/**
 * Everything that 3D services have retired or announced to retire. Forms hide a value from its date
 * on, and stored params use the replacement. `npm run check` fails while a form in the source still
 * contains it.
 */
export const retirements: readonly Retirement[] = [
  ...tripoVersion('v2.0-20240919', '2026-08-24'),
  ...tripoVersion('Turbo-v1.0-20250506', '2026-10-31'),
  ...tripoVersion('v1.4-20240625', '2026-10-31'),
  ...tripoVersion('v1.3-20240522', '2026-10-31'),
  { service: 'tripo', value: 'stylize_model', on: '2026-10-31' },
  { service: 'tripo', value: 'refine_model', on: '2026-08-24' },
  { service: 'meshy', field: 'ai_model', value: 'meshy-4', on: '2026-03-20', use: 'meshy-6' },
  { service: 'meshy', field: 'ai_model', value: 'meshy-5', on: '2026-10-10', use: 'meshy-6-lite' },
  {
    service: 'meshy',
    field: 'ai_model',
    value: 'meshy-t1',
    on: '2026-10-30',
    use: 'meshy-t2.5',
    also: { model_type: 'smart-topology' },
  },
  {
    service: 'meshy',
    field: 'model_type',
    value: 'lowpoly',
    on: '2026-10-30',
    use: 'smart-topology',
    also: { ai_model: 'meshy-t2.5' },
  },
  { service: 'comfy', value: 'meshy/meshy-5', on: '2026-10-10', use: 'meshy/meshy-6' },
]
