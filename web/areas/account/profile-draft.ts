/**
 * What was typed into the profile and not saved yet, picture included: it is there again after a session that ended, or a
 * wrong turn. In memory, so that none of it stays on the device, and of one person alone.
 */
import type { ProfileValues } from './profile-form.ts'

export interface ProfileDraft {
  readonly values: ProfileValues
  readonly image: File | null
}

let kept: (ProfileDraft & { readonly userId: string }) | null = null

export function keepProfileDraft(userId: string, draft: ProfileDraft): void {
  kept = { ...draft, userId }
}

export function readProfileDraft(userId: string): ProfileDraft | null {
  if (kept && kept.userId !== userId) kept = null
  return kept
}

export function forgetProfileDraft(): void {
  kept = null
}
