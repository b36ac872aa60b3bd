/** A param value or a model that a 3D service rejects from a date on. */
export type Retirement = {
  service: string
  /** The param that has the value. If absent, `value` is the service's id of a model. */
  field?: string
  value: string
  /** First day on which the service rejects the value, such as `2026-10-10`. */
  on: string
  use?: string
  /** Values of other params that the replacement needs. */
  also?: Readonly<Record<string, unknown>>
}

const tripoVersion = (value: string, on: string): Retirement[] =>
  // Tripo's API v2, and gateways that use its names, call the field `model_version`.
  ['model', 'model_version'].map((field) => ({
    service: 'tripo',
    field,
    value,
    on,
    use: 'v3.1-20260211',
  }))

/**
 * Values and models that 3D services have retired or announced to retire. From the date on, forms
 * hide the value and stored params use the replacement.
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
