import { Failure } from '#server/shared/failure.ts'

const acts = {
  discount: 'Para usar este código',
  waiting: 'Para anotarte en la lista',
  raffle: 'Para participar del sorteo',
} as const

/** `contact_unproved` in words of what was tried; of an order the failure's own words are right. */
export function unprovedContact(act: keyof typeof acts): Failure {
  const message = `${acts[act]}, verificá antes tu teléfono o tu email`
  return new Failure('contact_unproved', undefined, { message })
}
