import { useQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { useEffect } from 'react'
import { getOnboardingInfo, type OwnRequest } from '#contract/companies/onboarding.ts'
import { paths } from '#contract/api/paths.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { useSession } from '#web/api/session.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { SentFacts } from '#web/features/organizer-requests/SentFacts.tsx'
import { refreshUser } from '#web/features/profile/cache-user.ts'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { Timeline, type TimelineStep } from '#web/ui/data/Timeline.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'

const REFETCH_MS = 15_000
const query = endpointQuery(getOnboardingInfo, {}, { fresh: true })
export const loader = () => {
  void queryClient.prefetchQuery(query)
  return null
}

/** `/validate-organizer-role`: where the request stands, and what follows. */
function OrganizerRequestScreen() {
  const info = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data?.request?.state === 'pending' ? REFETCH_MS : false),
  })
  return (
    <>
      <PageHeader title="Tu pedido para organizar" />
      <Loaded read={info} label="Cargando tu pedido">
        {({ request }) => (request ? <Request request={request} /> : <NoRequest />)}
      </Loaded>
    </>
  )
}

function NoRequest() {
  return (
    <EmptyState
      icon={<Megaphone className="size-10" />}
      title="Todavía no pediste organizar"
      action={<ScreenButton to={paths.registerOrganizer()}>Ver qué hace falta</ScreenButton>}
    >
      Cuando mandes tu pedido, acá vas a ver cómo va.
    </EmptyState>
  )
}

function Request({ request }: { request: OwnRequest }) {
  const { state, reason } = request
  const user = useSession()?.user
  const isOrganizer = user?.companyId !== null
  useEffect(() => {
    if (state === 'approved' && !isOrganizer) void refreshUser()
  }, [state, isOrganizer])
  const isProved = user?.isMailProved || user?.isPhoneProved
  return (
    <div className="flex max-w-[40rem] flex-col gap-6">
      <Timeline label="Cómo va tu pedido" steps={stepsOf(request)} />
      {state === 'approved' && isOrganizer && (
        <div>
          <ScreenButton size="l" to={paths.newEvent()}>
            Creá tu primer evento
          </ScreenButton>
        </div>
      )}
      {state === 'pending' && !isProved && (
        <Notice
          tone="warning"
          action={
            <ScreenButton size="s" tone="secondary" to={paths.profile()}>
              Verificar
            </ScreenButton>
          }
        >
          Verificá tu email o tu teléfono: sin eso no te podemos aprobar.
        </Notice>
      )}
      {(state === 'needs_changes' || state === 'rejected') && (
        <>
          <Notice tone={state === 'rejected' ? 'danger' : 'warning'} announced="never">
            <p className="font-semibold">{state === 'rejected' ? 'Por qué no lo aprobamos' : 'Qué hay que corregir'}</p>
            <p className="mt-1 whitespace-pre-line">{reason}</p>
          </Notice>
          <div>
            <ScreenButton size="l" to={againPath(request)}>
              Corregir y mandar de nuevo
            </ScreenButton>
          </div>
        </>
      )}
      <Section card title="Lo que mandaste">
        <SentFacts sent={request} />
      </Section>
    </div>
  )
}

function againPath({ organizationType }: OwnRequest): string {
  return organizationType === 'Organizador Individual' ? paths.organizeAlone() : paths.organizeTogether()
}

const LAST_STEPS: Readonly<Record<OwnRequest['state'], Pick<TimelineStep, 'title' | 'status'>>> = {
  pending: { title: 'Te avisamos por mail y WhatsApp', status: 'later' },
  approved: { title: 'Aprobado: ya podés organizar', status: 'done' },
  needs_changes: { title: 'Falta corregir algo', status: 'now' },
  rejected: { title: 'No lo aprobamos', status: 'failed' },
}

function stepsOf({ state, sentAt, decidedAt, reason }: OwnRequest): TimelineStep[] {
  return [
    { title: 'Mandaste tu pedido', status: 'done', text: formatMoment(sentAt) },
    { title: 'Lo revisa una persona de nuestro equipo', status: state === 'pending' ? 'now' : 'done' },
    {
      ...LAST_STEPS[state],
      text: decidedAt ? formatMoment(decidedAt) : undefined,
      children: state === 'approved' && reason ? <p className="whitespace-pre-line">{reason}</p> : undefined,
    },
  ]
}

export { OrganizerRequestScreen as Component }
