/** Sound and vibration: each verdict feels different without looking. */
import type { VerdictTone } from './scan-messages.ts'

const TUNES: Readonly<Record<VerdictTone, readonly { hertz: number; from: number; seconds: number }[]>> = {
  pass: [
    { hertz: 880, from: 0, seconds: 0.09 },
    { hertz: 1320, from: 0.1, seconds: 0.14 },
  ],
  refuse: [{ hertz: 160, from: 0, seconds: 0.45 }],
  other: [
    { hertz: 440, from: 0, seconds: 0.12 },
    { hertz: 440, from: 0.2, seconds: 0.12 },
  ],
  wait: [{ hertz: 330, from: 0, seconds: 0.3 }],
}

const VIBRATIONS: Readonly<Record<VerdictTone, readonly number[]>> = {
  pass: [60],
  refuse: [220, 80, 220],
  other: [90, 60, 90],
  wait: [120, 120, 120, 120, 120],
}

let audio: AudioContext | undefined

/** Browsers play sound only after a press: called in one. */
export function wakeSound(): void {
  if (!('AudioContext' in globalThis)) return
  audio ??= new AudioContext()
  // A browser may refuse it: the next press asks again.
  if (audio.state !== 'running') void audio.resume().catch(() => undefined)
}

/** On a touch screen only the end of a press counts. */
const PRESSES = ['pointerup', 'click', 'keydown']

/**
 * Wakes the sound at every press until the result is called: after a reload there was none yet, and a call or a lock takes it away.
 */
export function keepSoundAwake(): () => void {
  for (const press of PRESSES) document.addEventListener(press, wakeSound, true)
  return () => {
    for (const press of PRESSES) document.removeEventListener(press, wakeSound, true)
  }
}

export function giveFeedback(tone: VerdictTone): void {
  if ('vibrate' in navigator) navigator.vibrate([...VIBRATIONS[tone]])
  if (!audio || audio.state !== 'running') return
  for (const { hertz, from, seconds } of TUNES[tone]) {
    const start = audio.currentTime + from
    const oscillator = audio.createOscillator()
    const volume = audio.createGain()
    oscillator.frequency.value = hertz
    oscillator.type = tone === 'refuse' ? 'square' : 'sine'
    volume.gain.setValueAtTime(0.25, start)
    volume.gain.exponentialRampToValueAtTime(0.001, start + seconds)
    oscillator.connect(volume).connect(audio.destination)
    oscillator.start(start)
    oscillator.stop(start + seconds)
  }
}
