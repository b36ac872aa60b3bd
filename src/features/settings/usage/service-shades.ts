/** Classes of the services in the chart of days, the most expensive service first. */
const shades = ['bg-accent', 'bg-accent/60', 'bg-accent/35'] as const

/** Services after the first three share one shade. */
export const namedServicesMax = shades.length

export const getServiceShade = (at: number): string => shades[at] ?? 'bg-line-control'
