const real = (value: number) => (Number.isInteger(value) ? `${value}.` : String(value))
const list = (values: readonly number[]) => `(${values.map(real).join(',')})`

/** Returns a STEP file (ISO 10303-21) with a red box from the origin to `size`, in millimetres. */
export function makeStepBox(size: readonly [number, number, number]): Uint8Array<ArrayBuffer> {
  const lines: string[] = []
  const add = (entity: string): string => {
    lines.push(`#${lines.length + 1}=${entity};`)
    return `#${lines.length}`
  }
  const point = (at: readonly number[]) => add(`CARTESIAN_POINT('',${list(at)})`)
  const direction = (to: readonly number[]) => add(`DIRECTION('',${list(to)})`)
  const corners = Array.from({ length: 8 }, (_, k) => [k & 1, (k >> 1) & 1, (k >> 2) & 1])
  const places = corners.map((corner) => corner.map((one, axis) => one * (size[axis] ?? 0)))
  const vertices = places.map((place) => add(`VERTEX_POINT('',${point(place)})`))
  const edges = new Map<string, string>()
  const edge = (from: number, to: number): string => {
    const [low, high] = [Math.min(from, to), Math.max(from, to)]
    const key = `${low} ${high}`
    let known = edges.get(key)
    if (known === undefined) {
      const along = [0, 1, 2].map(
        (axis) => (corners[high]?.[axis] ?? 0) - (corners[low]?.[axis] ?? 0),
      )
      const vector = add(`VECTOR('',${direction(along)},1.)`)
      const line = add(`LINE('',${point(places[low] ?? [])},${vector})`)
      known = add(`EDGE_CURVE('',${vertices[low]},${vertices[high]},${line},.T.)`)
      edges.set(key, known)
    }
    return add(`ORIENTED_EDGE('',*,*,${known},${from < to ? '.T.' : '.F.'})`)
  }
  const faces = (
    [
      [
        [0, 2, 3, 1],
        [0, 0, -1],
        [1, 0, 0],
      ],
      [
        [4, 5, 7, 6],
        [0, 0, 1],
        [1, 0, 0],
      ],
      [
        [0, 1, 5, 4],
        [0, -1, 0],
        [1, 0, 0],
      ],
      [
        [2, 6, 7, 3],
        [0, 1, 0],
        [1, 0, 0],
      ],
      [
        [0, 4, 6, 2],
        [-1, 0, 0],
        [0, 1, 0],
      ],
      [
        [1, 3, 7, 5],
        [1, 0, 0],
        [0, 1, 0],
      ],
    ] as const
  ).map(([loop, normal, along]) => {
    const bounds = loop.map((from, at) => edge(from, loop[(at + 1) % 4] ?? 0))
    const ring = add(`EDGE_LOOP('',(${bounds.join(',')}))`)
    const bound = add(`FACE_OUTER_BOUND('',${ring},.T.)`)
    const origin = point(places[loop[0]] ?? [])
    const axes = add(`AXIS2_PLACEMENT_3D('',${origin},${direction(normal)},${direction(along)})`)
    return add(`ADVANCED_FACE('',(${bound}),${add(`PLANE('',${axes})`)},.T.)`)
  })
  const solid = add(`MANIFOLD_SOLID_BREP('Box',${add(`CLOSED_SHELL('',(${faces.join(',')}))`)})`)
  const length = add('(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))')
  const angle = add('(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))')
  const solidAngle = add('(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())')
  const accuracy = add(`UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-05),${length},'','')`)
  const context = add(
    `(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((${accuracy}))` +
      `GLOBAL_UNIT_ASSIGNED_CONTEXT((${length},${angle},${solidAngle}))REPRESENTATION_CONTEXT('',''))`,
  )
  const axes = add(
    `AXIS2_PLACEMENT_3D('',${point([0, 0, 0])},${direction([0, 0, 1])},${direction([1, 0, 0])})`,
  )
  const shape = add(`ADVANCED_BREP_SHAPE_REPRESENTATION('',(${axes},${solid}),${context})`)
  const application = add("APPLICATION_CONTEXT('automotive design')")
  const product = add(
    `PRODUCT('Box','Box','',(${add(`PRODUCT_CONTEXT('',${application},'mechanical')`)}))`,
  )
  const formation = add(`PRODUCT_DEFINITION_FORMATION('','',${product})`)
  const stage = add(`PRODUCT_DEFINITION_CONTEXT('part definition',${application},'design')`)
  const definition = add(`PRODUCT_DEFINITION('design','',${formation},${stage})`)
  const defined = add(`PRODUCT_DEFINITION_SHAPE('','',${definition})`)
  add(`SHAPE_DEFINITION_REPRESENTATION(${defined},${shape})`)
  const color = add("COLOUR_RGB('',1.,0.,0.)")
  const fill = add(`FILL_AREA_STYLE('',(${add(`FILL_AREA_STYLE_COLOUR('',${color})`)}))`)
  const side = add(`SURFACE_SIDE_STYLE('',(${add(`SURFACE_STYLE_FILL_AREA(${fill})`)}))`)
  const style = add(
    `PRESENTATION_STYLE_ASSIGNMENT((${add(`SURFACE_STYLE_USAGE(.BOTH.,${side})`)}))`,
  )
  const styled = add(`STYLED_ITEM('',(${style}),${solid})`)
  add(`MECHANICAL_DESIGN_GEOMETRIC_PRESENTATION_REPRESENTATION('',(${styled}),${context})`)
  const text = [
    'ISO-10303-21;',
    "HEADER;FILE_DESCRIPTION((''),'2;1');FILE_NAME('','',(''),(''),'','','');",
    "FILE_SCHEMA(('AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }'));ENDSEC;",
    'DATA;',
    ...lines,
    'ENDSEC;',
    'END-ISO-10303-21;',
    '',
  ].join('\n')
  return new TextEncoder().encode(text)
}
