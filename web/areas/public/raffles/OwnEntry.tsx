import { enterRaffle, type RafflePage } from '#contract/events/raffles.ts'
import { paths } from '#contract/api/paths.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { useEndpointMutation } from '#web/api/write.ts'
import { useSession } from '#web/api/session.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { ProveContactDialog } from '#web/features/profile/ProveContactDialog.tsx'
import { rememberRedirect } from '#web/shell/session/redirect-after-login.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'

/** The person's part in a raffle: their code and what became of it, or the way to enter. */
export function OwnEntry({ raffle }: { raffle: RafflePage }) {
  const { own, state, event } = raffle
  if (state === 'cancelled') return <Notice tone="danger">Este sorteo se canceló.</Notice>
  if (own?.code) {
    const { code, place } = own
    return (
      <Card className="p-5" aria-label="Tu participación">
        <p className="text-14 text-humo">Tu código</p>
        <p className="display text-28 wrap-anywhere tabular-nums">{code}</p>
        <p className="mt-1">
          {state === 'published' ? outcomeWords(raffle, place, code) : 'Participás: te avisamos si ganás.'}
        </p>
      </Card>
    )
  }
  if (state !== 'open') return null
  if (event.hasEnded) return <Notice tone="info">La inscripción cerró con el evento.</Notice>
  if (own) return <Notice tone="success">Ya participás con tu entrada: tu código aparece acá cuando cierre.</Notice>
  return <Enter raffle={raffle} />
}

function outcomeWords({ places, winners }: RafflePage, place: number | null, own: string): string {
  if (place === null) {
    const isForfeited = places.some(({ code }) => code === own)
    return isForfeited ? 'Salió tu código, pero al sortear ya no participabas.' : 'Esta vez no salió.'
  }
  return place <= winners ? '¡Ganaste! Cómo se retira el premio está en las bases.' : 'Saliste suplente.'
}

function Enter({ raffle: { id } }: { raffle: RafflePage }) {
  const session = useSession()
  const entering = useEndpointMutation(enterRaffle, {
    onSuccess: () => showToast('Listo, ya participás', 'success'),
  })
  const enter = () => entering.mutate({ params: { id } })
  if (!session) {
    return (
      <Card className="flex flex-col items-start gap-4 p-5">
        <p>Participar es gratis, tengas o no entrada.</p>
        <ScreenButton to={paths.login()} onClick={() => rememberRedirect(paths.raffle(id))}>
          Ingresar para participar
        </ScreenButton>
      </Card>
    )
  }
  const isUnproved = isApiFailure(entering.error, 'contact_unproved')
  return (
    <Card className="flex flex-col items-start gap-4 p-5">
      <p>Participar es gratis, tengas o no entrada.</p>
      <Button busy={entering.isPending} onClick={enter}>
        Participar gratis
      </Button>
      <Problem message={entering.error && !isUnproved && failureMessage(entering.error, 'No pudimos anotarte')} />
      <ProveContactDialog
        open={isUnproved}
        onClose={() => entering.reset()}
        onDone={enter}
        why="Para participar una sola vez"
      />
    </Card>
  )
}
