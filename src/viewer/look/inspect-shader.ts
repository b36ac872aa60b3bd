import type { InspectMode } from './modes/display-mode.ts'

export const inspectVertex = `
  #include <common>
  #include <morphtarget_pars_vertex>
  #include <skinning_pars_vertex>
  #include <clipping_planes_pars_vertex>
  // three.js declares these for its own materials only.
  attribute vec2 uv1;
  attribute vec4 color;
  uniform mat3 uvMatrix;
  uniform bool usesSecondUv;
  varying vec3 seenNormal;
  varying vec3 seenPosition;
  varying vec2 vUv;
  varying vec4 tint;
  void main() {
    #include <beginnormal_vertex>
    #include <morphnormal_vertex>
    #include <skinbase_vertex>
    #include <skinnormal_vertex>
    #include <defaultnormal_vertex>
    #include <begin_vertex>
    #include <morphtarget_vertex>
    #include <skinning_vertex>
    #include <project_vertex>
    #include <clipping_planes_vertex>
    seenNormal = transformedNormal;
    seenPosition = mvPosition.xyz;
    vUv = (uvMatrix * vec3(usesSecondUv ? uv1 : uv, 1.0)).xy;
    tint = color;
  }
`

/**
 * Creates the fragment shader. The uniform `view` selects a branch by its index in `branches`. Data
 * colours are written unchanged, and light colours as sRGB.
 */
export function createInspectFragment(modes: readonly InspectMode[]) {
  const branches = [...new Set(modes.map(({ glsl }) => glsl))]
  const functions = [...new Set(modes.map(({ glslFunctions = '' }) => glslFunctions))].join('')
  const choice = branches.map((glsl, at) => `else if (view == ${at}) { ${glsl} }`).join('\n    ')
  return { branches, fragmentShader: createSource(functions, choice) }
}

const createSource = (functions: string, choice: string): string => `
  #include <common>
  #include <clipping_planes_pars_fragment>
  uniform int view;
  uniform sampler2D source;
  uniform bool hasSource;
  uniform vec4 factor;
  uniform vec4 pick;
  uniform bool usesTint;
  uniform bool isMissing;
  uniform float alphaCut;
  uniform vec2 texels;
  uniform float span;
  uniform vec2 range;
  varying vec3 seenNormal;
  varying vec3 seenPosition;
  varying vec2 vUv;
  varying vec4 tint;

  vec3 encode(vec3 light) { return sRGBTransferOETF(vec4(light, 1.0)).rgb; }

  /** Grey with stripes: there is nothing of this kind. */
  vec3 nothing() {
    float stripe = smoothstep(0.46, 0.54, abs(fract((gl_FragCoord.x + gl_FragCoord.y) / 14.0) - 0.5) * 2.0);
    return vec3(mix(0.40, 0.46, stripe));
  }

  ${functions}
  void main() {
    #include <clipping_planes_fragment>
    vec3 faceted = normalize(cross(dFdx(seenPosition), dFdy(seenPosition)));
    bool hasNormal = dot(seenNormal, seenNormal) > 1e-8;
    vec3 normal = hasNormal ? normalize(seenNormal) : faceted;
    if (dot(faceted, normal) < 0.0 && !gl_FrontFacing) normal = -normal;
    vec4 texel = hasSource ? texture2D(source, vUv) : vec4(1.0);
    vec4 value = texel * factor * (usesTint ? tint : vec4(1.0));
    if (alphaCut > 0.0 && value.a < alphaCut) discard;
    vec3 drawn = vec3(1.0, 0.0, 1.0);
    if (isMissing) drawn = nothing();
    ${choice}
    gl_FragColor = vec4(drawn, 1.0);
  }
`
