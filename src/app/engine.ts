import { createContext } from 'svelte';
import type { EngineApi } from '../core/engine/api';

/** Returns the engine, which is started at its first use. */
export type ConnectEngine = () => Promise<EngineApi>;

export const [getEngine, setEngine] = createContext<ConnectEngine>();
