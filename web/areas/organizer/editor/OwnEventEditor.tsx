import { useNavigate } from 'react-router'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { paths } from '#contract/api/paths.ts'
import { failureState } from '#web/features/event-editor/carried-failure.ts'
import { EventEditor } from '#web/features/event-editor/EventEditor.tsx'
import { BackLink } from '#web/features/links/BackLink.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { sharing } from '../workspace/share-address.ts'
import { FlyerSection } from './FlyerSection.tsx'
import { useEventSave } from './use-event-save.ts'
import { useFeeTerms } from './use-fee-terms.ts'

interface OwnEventEditorProps {
  /** Null for one that does not exist yet. */
  event: ManagedEvent | null
  readOnly?: string | undefined
}

/** The editor in the hands of the event's own people. */
export function OwnEventEditor({ event, readOnly }: OwnEventEditorProps) {
  const navigate = useNavigate()
  const feeTerms = useFeeTerms(event)
  const saving = useEventSave(event)
  return (
    <EventEditor
      event={event}
      readOnly={readOnly}
      feeTerms={feeTerms}
      by="organizer"
      saving={saving}
      onOpened={(saved, { isPublished, failure }) => {
        const state = failure ? failureState(failure.error, failure.stage) : null
        const editor = paths.editEvent(saved.id)
        void navigate(isPublished ? sharing(editor) : editor, { replace: true, state, preventScrollReset: true })
      }}
      head={
        event === null && (
          <div>
            <BackLink to={paths.organizerEvents()}>Eventos</BackLink>
            <PageHeader eyebrow="Nuevo evento" title="Contanos de tu evento" />
          </div>
        )
      }
      flyer={(field) => <FlyerSection event={event} {...field} />}
    />
  )
}
