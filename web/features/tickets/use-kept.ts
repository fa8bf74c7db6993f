import { useQuery } from '@tanstack/react-query'
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import { recallAnswer } from '#web/api/seen-answers.ts'

/** Written after the answer is shown, and the program may still be on its way to the phone. */
const LOOK_AGAIN_MILLISECONDS = 1500

/** Whether an answer opens without network: it is stored on this phone, and so is the program that shows it. */
export function useKept(spec: EndpointSpec, input: unknown, isSeen: boolean): boolean {
  return useAllKept(spec, [input], isSeen)
}

/** The same of several. */
export function useAllKept(spec: EndpointSpec, inputs: readonly unknown[], isSeen: boolean): boolean {
  const { data } = useQuery({
    queryKey: ['is kept', spec.path, inputs],
    queryFn: async () => {
      if (!(await hasProgram())) return false
      const kept = await Promise.all(inputs.map((input) => recallAnswer(spec, input)))
      return kept.every((answer) => answer !== undefined)
    },
    enabled: isSeen,
    staleTime: 0,
    networkMode: 'always',
    refetchInterval: ({ state }) => (state.data ? false : LOOK_AGAIN_MILLISECONDS),
  })
  return isSeen && data === true
}

async function hasProgram(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  return Boolean((await navigator.serviceWorker.getRegistration())?.active)
}
