import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import type { LoaderFunctionArgs } from 'react-router'
import type { StaffKind } from '#contract/api/roles.ts'
import { getEventUsers, TEAM_KINDS, type TeamMember } from '#contract/events/events-team.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { useDeliveryChannels } from '#web/features/delivery-channels/delivery-channels.ts'
import { useList } from '#web/features/lists/use-list.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { Unloaded } from '#web/features/reads/Loaded.tsx'
import { BottomBar } from '#web/ui/overlays/BottomBar.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { AddMemberDialog } from './AddMemberDialog.tsx'
import { teamSections } from '#web/features/people/role-words.ts'
import { MemberRow } from './MemberRow.tsx'
import { allEventsQuery } from '#web/features/events/event-choices.ts'
import { useManagedEvent } from '../workspace/managed-event.ts'
import { CopyPromotersDialog } from './CopyPromotersDialog.tsx'
import { PromoterDialog } from './PromoterDialog.tsx'
import { promoters, PromotersSection } from './PromotersSection.tsx'

/** Access moves: asked afresh each time. */
export const query = (id: string) => endpointQuery(getEventUsers, { params: { id } }, { fresh: true })
export const loader = (navigation: LoaderFunctionArgs) => {
  void queryClient.prefetchQuery(allEventsQuery())
  void queryClient.prefetchQuery(query(navigation.params['id'] ?? ''))
  return promoters.loader(navigation)
}

/** `/organizador/eventos/:id/equipo`: the doormen and promoters of one event, and what each promoter may do. */
function TeamScreen() {
  const { id, event: managed, may } = useManagedEvent()
  const channels = useDeliveryChannels()
  const team = useQuery(query(id))
  const [asked, setAdding] = useDialogAddress('sumar')
  const [promoterId, setPromoterId] = useDialogAddress('rrpp')
  const [copying, setCopying] = useDialogAddress('copiar')
  const adding = TEAM_KINDS.find((kind) => kind === asked)
  const event = team.data?.event
  const users = team.data?.users ?? []
  const canEdit = may.edit
  const canAdd = canEdit && event?.isClosed === false
  const canAppoint = canAdd && managed?.isExpired === false
  const promoter = users.find(({ id: userId }) => userId === promoterId)
  // Also those who left with open accounts.
  const promoted = useList(promoters)
  const hasPromoters =
    users.some((member) => isOfKind(member, 'RRPP')) || promoted.isFiltered || (promoted.rows?.length ?? 0) > 0
  const add = (
    <Button icon={<UserPlus className="size-5" />} onClick={() => setAdding('si')}>
      Sumar al equipo
    </Button>
  )
  const copy = canAppoint && (
    <Button tone="secondary" onClick={() => setCopying('si')}>
      Copiar RRPP de otro evento
    </Button>
  )
  const ofPromoters = canAppoint && (
    <div className="flex flex-wrap gap-3">
      <Button tone="secondary" onClick={() => setAdding('RRPP')}>
        Sumar RRPP
      </Button>
      {copy}
    </div>
  )
  return (
    <>
      {canAdd && users.length > 0 && <div className="mb-5 flex justify-end max-md:hidden">{add}</div>}
      {!team.data && (
        <Unloaded read={team} label="Cargando el equipo" rows={{ rows: 4, hasHeading: true, picture: 'round' }} />
      )}
      {event?.isClosed && (
        <p className="mb-5 text-humo">Este evento ya terminó o se canceló: nadie más puede sumarse a su equipo.</p>
      )}
      {event && users.length === 0 && (
        <EmptyState
          icon={<UserPlus className="size-10" />}
          title="Todavía no hay nadie en el equipo"
          action={
            canAdd && (
              <div className="flex flex-wrap justify-center gap-3">
                <span className="max-md:hidden">{add}</span>
                {copy}
              </div>
            )
          }
        >
          Sumá a quienes van a escanear en la puerta y a tus RRPP. Les avisamos {channels}.
        </EmptyState>
      )}
      <div className="flex flex-col gap-8">
        {teamSections.map(({ kind, title, text }) => {
          const members = users.filter((member) => isOfKind(member, kind))
          if (members.length === 0 || kind === 'RRPP') return null
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
        {managed && (hasPromoters || (users.length > 0 && canAppoint)) && (
          <PromotersSection event={managed} canEdit={canAppoint} canRemove={canEdit} action={ofPromoters} />
        )}
      </div>
      {canAdd && (
        <BottomBar stretch className="md:hidden">
          {add}
        </BottomBar>
      )}
      {canAdd && asked !== null && (
        <AddMemberDialog
          key={asked}
          eventId={id}
          {...(adding && { kind: adding })}
          onAdded={(member, kind) => {
            if (kind === 'RRPP') setPromoterId(member.id)
          }}
          onClose={() => setAdding(null)}
        />
      )}
      {managed && canAppoint && promoter && (
        <PromoterDialog key={promoter.id} event={managed} promoter={promoter} onClose={() => setPromoterId(null)} />
      )}
      {canAppoint && copying && <CopyPromotersDialog eventId={id} onClose={() => setCopying(null)} />}
    </>
  )
}

function isOfKind({ assignments }: TeamMember, kind: StaffKind): boolean {
  return assignments.some((each) => each.kind === kind)
}

export { TeamScreen as Component }
