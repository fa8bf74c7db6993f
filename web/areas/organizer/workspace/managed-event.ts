/** The event that the frame around its screens reads, for the screens inside it. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { managedEventQuery } from '#web/features/events/managed-event.ts'
import type { May } from '#web/shell/session/may.ts'
import { useMay } from '#web/shell/session/person.ts'

/** The event of the address, undefined until it is read, and what this person may do with it. */
export function useManagedEvent(): { id: string; event: ManagedEvent | undefined; may: May } {
  const { id = '' } = useParams()
  const { data } = useQuery({ ...managedEventQuery(id), enabled: id !== '' })
  return { id, event: data, may: useMay() }
}
