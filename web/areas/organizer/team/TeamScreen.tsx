import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getEventUsers, TEAM_KINDS } from '#contract/events/events-team.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { useDeliveryChannels } from '#web/features/delivery-channels/delivery-channels.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { Unloaded } from '#web/features/reads/Loaded.tsx'
import { BottomBar } from '#web/ui/overlays/BottomBar.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { AddMemberDialog } from './AddMemberDialog.tsx'
import { teamSections } from './role-words.ts'
import { MemberRow } from './MemberRow.tsx'
import { allEventsQuery } from '#web/features/events/event-choices.ts'
import { useMay } from '#web/shell/session/person.ts'

/** Access moves: asked afresh each time. */
export const query = (id: string) => endpointQuery(getEventUsers, { params: { id } }, { fresh: true })
export const loader = ({ params }: LoaderFunctionArgs) => {
  void queryClient.prefetchQuery(allEventsQuery())
  void queryClient.prefetchQuery(query(params['id'] ?? ''))
  return null
}

/** `/organizador/eventos/:id/equipo`: the promoters and doormen of one event. */
function TeamScreen() {
  const { id = '' } = useParams()
  const channels = useDeliveryChannels()
  const team = useQuery(query(id))
  const [asked, setAdding] = useDialogAddress('sumar')
  const adding = TEAM_KINDS.find((kind) => kind === asked)
  const event = team.data?.event
  const users = team.data?.users ?? []
  const canEdit = useMay().edit
  const canAdd = canEdit && event?.isClosed === false
  const add = (
    <Button icon={<UserPlus className="size-5" />} onClick={() => setAdding('SCANNER')}>
      Sumar al equipo
    </Button>
  )
  return (
    <>
      {canAdd && users.length > 0 && <div className="mb-5 flex justify-end max-md:hidden">{add}</div>}
      {!team.data && (
        <Unloaded
          read={team}
          label="Cargando el equipo"
          rows={{ rows: 4, hasHeading: true, picture: 'round' }}
          errorText="Error al cargar el evento"
        />
      )}
      {event?.isClosed && (
        <p className="mb-5 text-humo">Este evento ya terminó o se canceló: nadie más puede sumarse a su equipo.</p>
      )}
      {event && users.length === 0 && (
        <EmptyState
          icon={<UserPlus className="size-10" />}
          title="Todavía no hay nadie en el equipo"
          action={canAdd && <div className="max-md:hidden">{add}</div>}
        >
          Sumá a quienes van a escanear en la puerta y a tus RRPP. Les avisamos {channels}.
        </EmptyState>
      )}
      <div className="flex flex-col gap-8">
        {teamSections.map(({ kind, title, text }) => {
          const members = users.filter(({ assignments }) => assignments.some((each) => each.kind === kind))
          if (members.length === 0) return null
          return (
            <Section key={kind} title={title} look="display" hint={text}>
              <Card asChild>
                <ul className="divide-y divide-linea">
                  {members.map((member) => (
                    <MemberRow
                      key={member.id}
                      eventId={id}
                      member={member}
                      kind={kind}
                      canEdit={canEdit}
                      isClosed={event?.isClosed ?? false}
                    />
                  ))}
                </ul>
              </Card>
            </Section>
          )
        })}
      </div>
      {canAdd && (
        <BottomBar stretch className="md:hidden">
          {add}
        </BottomBar>
      )}
      {canAdd && adding && <AddMemberDialog eventId={id} kind={adding} onClose={() => setAdding(null)} />}
    </>
  )
}

export { TeamScreen as Component }
