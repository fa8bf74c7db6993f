/**
 * What was typed in `/register`, kept in the tab until the account exists (rule R16.13). The password and the picture are
 * never kept.
 */
import { keepJson, readJson } from '#web/lib/kept-json.ts'
import { tryToKeep } from '#web/lib/open-storage.ts'

const DRAFT = 'registration'
const TERMS = 'termsAccepted'

export interface RegistrationDraft {
  name: string
  phone: string
  mail: string
  birthDate: string
  gender: string
  acceptsAdvertising: boolean
  acceptsTerms: boolean
}

const empty: RegistrationDraft = {
  name: '',
  phone: '',
  mail: '',
  birthDate: '',
  gender: '',
  acceptsAdvertising: true,
  acceptsTerms: false,
}

/** What was kept, over the form's first values; a text that cannot be read counts as nothing kept. */
export function readDraft(area: Storage): RegistrationDraft {
  return { ...empty, ...typed(readJson(area, DRAFT)), acceptsTerms: area.getItem(TERMS) === 'true' }
}

/** Keeps what a draft holds of the form's values, whatever else they are. */
export function keepDraft(area: Storage, values: Readonly<Record<string, unknown>>): void {
  const { acceptsTerms: _flag, ...kept } = empty
  keepJson(area, DRAFT, Object.fromEntries(Object.keys(kept).map((name) => [name, values[name]])))
  tryToKeep(area, TERMS, String(values['acceptsTerms'] === true))
}

export function clearDraft(area: Storage): void {
  area.removeItem(DRAFT)
  area.removeItem(TERMS)
}

function typed(kept: unknown): Partial<RegistrationDraft> {
  if (typeof kept !== 'object' || kept === null) return {}
  return Object.fromEntries(
    Object.entries(kept).filter(([name, value]) => typeof value === typeof Reflect.get(empty, name)),
  )
}
