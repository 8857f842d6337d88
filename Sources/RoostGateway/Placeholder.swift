import Yams
import Subprocess
