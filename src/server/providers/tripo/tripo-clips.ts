import { asString } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'

/** Names and labels of Tripo's animations for rigs with two legs. */
const onTwoLegs: Readonly<Record<string, string>> = {
  idle: 'Idle',
  wait: 'Wait',
  walk: 'Walk',
  run: 'Run',
  jump: 'Jump',
  climb: 'Climb',
  dive: 'Dive',
  swim: 'Swim',
  fall: 'Fall',
  turn: 'Turn',
  sit: 'Sit',
  look_around: 'Look around',
  greet_01: 'Greet',
  wave_goodbye_01: 'Wave goodbye',
  clap: 'Clap',
  cheer: 'Cheer',
  laugh_01: 'Laugh',
  cry: 'Cry',
  agree: 'Agree',
  hug: 'Hug',
  dance_01: 'Dance',
  dance_02: 'Dance, second kind',
  dance_03: 'Dance, third kind',
  flip: 'Flip',
  slash: 'Slash',
  shoot: 'Shoot',
  bow: 'Bow',
  box_01: 'Box',
  front_kick_01: 'Kick',
  cast_a_spell: 'Cast a spell',
  hurt: 'Hurt',
  defeat_02: 'Defeat',
  victory_celebration: 'Victory',
}

const others: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  quadruped: { 'preset:quadruped:walk': 'Walk' },
  hexapod: { 'preset:hexapod:walk': 'Walk' },
  octopod: { 'preset:octopod:walk': 'Walk' },
  serpentine: { 'preset:serpentine:march': 'Slither' },
  aquatic: { 'preset:aquatic:march': 'Swim' },
}

const biped = Object.fromEntries(
  Object.entries(onTwoLegs).map(([name, label]) => [`preset:biped:${name}`, label]),
)

/** Returns names and labels of the animations for a rig. Empty for birds, which have none. */
export const clipsFor = (rigType: unknown): Readonly<Record<string, string>> =>
  rigType === undefined || rigType === 'biped' ? biped : (ownValue(others, asString(rigType)) ?? {})

/**
 * Returns the version of Tripo's rig model. Rigs with two legs need another version than all other
 * rigs.
 */
export const rigVersionFor = (rigType: unknown): string =>
  rigType === undefined || rigType === 'biped' ? 'v1.0-20240301' : 'v2.5-20260210'
