/** Numbers of the properties in the inspection shader. */
export const inspectViews = {
  normals: 1,
  orientation: 2,
  depth: 3,
  uv: 4,
  texelDensity: 5,
  color: 6,
  data: 7,
  matcap: 8,
  raw: 9,
} as const

export const inspectVertex = /* glsl */ `
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

/** Data colours are written unchanged; light colours are encoded as sRGB. */
export const inspectFragment = /* glsl */ `
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

  vec3 hue(float turn) {
    return clamp(abs(fract(turn + vec3(0.0, 2.0, 1.0) / 3.0) * 6.0 - 3.0) - 1.0, 0.0, 1.0);
  }

  /** Fewer to more: blue, green, yellow, red. */
  vec3 heat(float share) {
    float s = clamp(share, 0.0, 1.0);
    return clamp(vec3(2.6 * s - 1.0, 1.9 - abs(s - 0.5) * 3.4, 1.35 - 2.8 * s), 0.0, 1.0);
  }

  vec3 checker(vec2 at, vec3 normal) {
    vec2 cells = at * 16.0;
    // Antialiased: cells smaller than a pixel become even grey.
    vec2 width = max(fwidth(cells), 1e-4);
    vec2 fine = (abs(fract((cells - 0.5 * width) * 0.5) - 0.5) - abs(fract((cells + 0.5 * width) * 0.5) - 0.5)) / width;
    float dark = 0.5 - 0.5 * fine.x * fine.y * 4.0;
    vec2 cell = fract(floor(at * 8.0) / 8.0);
    vec3 colour = mix(vec3(0.85), 0.35 + 0.6 * hue(cell.x + cell.y * 0.37), 0.55);
    return colour * mix(0.42, 1.0, clamp(dark, 0.0, 1.0)) * (0.62 + 0.38 * abs(normal.z));
  }

  /** A ball of glazed clay under two windows, from a formula. */
  vec3 matcap(vec3 normal) {
    float wrap = 0.5 + 0.5 * dot(normal, normalize(vec3(-0.45, 0.65, 0.6)));
    vec3 colour = mix(vec3(0.035, 0.026, 0.026), vec3(0.62, 0.36, 0.25), wrap * wrap);
    vec3 mirror = reflect(vec3(0.0, 0.0, -1.0), normal);
    float key = pow(max(0.0, dot(mirror, normalize(vec3(-0.5, 0.7, 0.6)))), 48.0);
    float fill = pow(max(0.0, dot(mirror, normalize(vec3(0.75, 0.2, 0.45)))), 14.0);
    float rim = pow(1.0 - max(0.0, normal.z), 3.5);
    return encode(colour + vec3(0.75) * key + vec3(0.10, 0.12, 0.16) * fill + vec3(0.16, 0.18, 0.24) * rim);
  }

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
    else if (view == ${inspectViews.normals}) {
      drawn = inverseTransformDirection(normal, viewMatrix) * 0.5 + 0.5;
    } else if (view == ${inspectViews.orientation}) {
      float facing = 0.45 + 0.55 * abs(normal.z);
      drawn = (gl_FrontFacing ? vec3(0.36, 0.55, 0.86) : vec3(0.93, 0.27, 0.24)) * facing;
    } else if (view == ${inspectViews.depth}) {
      drawn = vec3(1.0 - clamp((-seenPosition.z - range.x) / (range.y - range.x), 0.0, 1.0));
    } else if (view == ${inspectViews.uv}) {
      // Cells are square in the texture, whatever its aspect ratio, so only stretching shows.
      drawn = checker(vUv * texels / max(texels.x, texels.y), normal);
    } else if (view == ${inspectViews.texelDensity}) {
      vec2 across = dFdx(vUv) * texels;
      vec2 down = dFdy(vUv) * texels;
      float area = length(cross(dFdx(seenPosition), dFdy(seenPosition)));
      float density = sqrt(abs(across.x * down.y - across.y * down.x) / max(area, 1e-20));
      // Texel density in stops, three below to three above one texture over the whole model.
      drawn = heat(0.5 + log2(max(density * span / max(texels.x, texels.y), 1e-6)) / 6.0);
      drawn *= 0.6 + 0.4 * abs(normal.z);
    } else if (view == ${inspectViews.color}) {
      drawn = encode(value.rgb);
    } else if (view == ${inspectViews.data}) {
      drawn = vec3(dot(value, pick));
    } else if (view == ${inspectViews.raw}) {
      drawn = value.rgb;
    } else {
      drawn = matcap(normal);
    }
    gl_FragColor = vec4(drawn, 1.0);
  }
`
