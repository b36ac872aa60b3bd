import type { LightSet } from '../plain/light-formula.ts'

export type LightName = 'studio' | 'overcast' | 'sun' | 'sunset' | 'stage' | 'even'

const none: LightSet['lamps'] = []

/** Environments of lamps and ambient light, each about as bright as white paper on average. */
export const lightSets: Readonly<Record<Exclude<LightName, 'studio'>, LightSet>> = {
  // A cloudy sky over pale ground, almost without shadows, for judging shape and colour.
  overcast: {
    ambient: { above: [1.3, 1.34, 1.42], side: [0.78, 0.8, 0.84], below: [0.36, 0.35, 0.33] },
    lamps: [
      {
        from: [0.1, 1, 0.15],
        halfWidth: 1.1,
        halfHeight: 1.1,
        radiance: [0.35, 0.36, 0.38],
      },
    ],
  },
  sun: {
    ambient: { above: [0.42, 0.52, 0.7], side: [0.4, 0.44, 0.5], below: [0.27, 0.24, 0.2] },
    lamps: [
      {
        from: [0.55, 0.8, 0.5],
        halfWidth: 0.09,
        halfHeight: 0.09,
        radiance: [52, 48, 41],
      },
      {
        from: [-0.2, 0.35, 1],
        halfWidth: 0.8,
        halfHeight: 0.5,
        radiance: [0.28, 0.3, 0.34],
      },
    ],
  },
  sunset: {
    ambient: { above: [0.36, 0.34, 0.52], side: [0.5, 0.38, 0.36], below: [0.2, 0.16, 0.17] },
    lamps: [
      { from: [-1, 0.2, 0.5], halfWidth: 0.2, halfHeight: 0.16, radiance: [15, 7, 2.8] },
      {
        from: [-0.6, 0.12, 1],
        halfWidth: 0.9,
        halfHeight: 0.2,
        radiance: [1, 0.52, 0.3],
      },
      {
        from: [1, 0.5, -0.2],
        halfWidth: 0.5,
        halfHeight: 0.5,
        radiance: [0.35, 0.42, 0.75],
      },
    ],
  },
  // Two lamps from behind in a dark room, which emphasise the outline and dents.
  stage: {
    ambient: { above: [0.09, 0.09, 0.1], side: [0.06, 0.06, 0.07], below: [0.03, 0.03, 0.03] },
    lamps: [
      {
        from: [-1, 0.5, -0.35],
        halfWidth: 0.14,
        halfHeight: 0.8,
        radiance: [9, 9.4, 10.4],
      },
      {
        from: [1, 0.5, -0.45],
        halfWidth: 0.14,
        halfHeight: 0.8,
        radiance: [8.5, 7.6, 6.6],
      },
      {
        from: [0.35, 0.9, 0.7],
        halfWidth: 0.3,
        halfHeight: 0.22,
        radiance: [2.6, 2.5, 2.4],
      },
    ],
  },
  // Equal light from everywhere, so that every surface shows its own colour.
  even: {
    ambient: { above: [1, 1, 1], side: [1, 1, 1], below: [1, 1, 1] },
    lamps: none,
  },
}
